#!/usr/bin/env bash
# Ceph's RGW as a throw-away object store on one machine: no authentication inside, one copy of all.
# deploy/ceph-one-machine.sh <folder>; with --settings it only prints what the app needs to use it.
set -euo pipefail

settings='S3_ENDPOINT=http://127.0.0.1:17480 S3_ACCESS_KEY_ID=resguardo S3_SECRET_ACCESS_KEY=resguardo-secret S3_FORCE_PATH_STYLE=true'
[ "${1:-}" = --settings ] && { echo "$settings"; exit; }
data=${1:?a folder of its own}
mkdir -p "$data"/{mon,osd,mgr,rgw,run,log}
export CEPH_CONF="$data/ceph.conf"
id=$(cat /proc/sys/kernel/random/uuid)
cat > "$CEPH_CONF" <<CONF
[global]
fsid = $id
mon host = v1:127.0.0.1:16789
mon initial members = a
auth cluster required = none
auth service required = none
auth client required = none
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 8
osd crush chooseleaf type = 0
osd crush update on start = false
osd class update on start = false
mon allow pool size one = true
run dir = $data/run
admin socket = $data/run/\$name.asok
log file = $data/log/\$name.log
osd memory target = 1073741824
bluestore block size = 8589934592
[mon.a]
mon data = $data/mon
public addr = 127.0.0.1:16789
[osd.0]
osd data = $data/osd
[mgr.x]
mgr data = $data/mgr
[client.rgw]
rgw data = $data/rgw
rgw frontends = beast endpoint=127.0.0.1:17480
CONF
conf=(--conf "$CEPH_CONF")
monmaptool --create --addv a '[v1:127.0.0.1:16789]' --fsid "$id" "$data/monmap" > "$data/log/setup.log"
ceph-mon "${conf[@]}" -i a --mkfs --monmap "$data/monmap"
ceph-mon "${conf[@]}" -i a
{
  ceph osd create
  ceph-osd "${conf[@]}" -i 0 --mkfs
  ceph osd crush add osd.0 1 host=localhost root=default
  ceph-osd "${conf[@]}" -i 0
  ceph-mgr "${conf[@]}" -i x
  radosgw "${conf[@]}" -n client.rgw
} >> "$data/log/setup.log" 2>&1
for _ in $(seq 60); do
  curl --silent --output /dev/null http://127.0.0.1:17480 && break
  sleep 1
done
radosgw-admin user create --uid=resguardo --display-name=Resguardo --access-key=resguardo \
  --secret-key=resguardo-secret >> "$data/log/setup.log" 2>&1
echo "$settings"
