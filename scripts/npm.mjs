import { spawn } from 'node:child_process';
import { root } from './prepare.mjs';

/** Runs the installed npm (10 or 11) in the project. Returns its exit code and output. */
export function npm(args, { env = process.env, cwd = root } = {}) {
  const { npm_execpath: cli, npm_node_execpath: node = process.execPath } = env;
  const [command, first] = cli ? [node, [cli]] : ['npm', []];
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...first, ...args], { cwd, env });
    let out = '';
    let err = '';
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      err += chunk;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, out, err }));
  });
}
