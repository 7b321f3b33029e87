import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';

type Category = 'performance' | 'accessibility';
export type Scores = { performance: number; accessibility: number; problems: string[] };

/** Lighthouse's mobile profile (simulated slow 4G, slow phone). Scores from 0 to 1. */
export async function runLighthouse(
  url: string,
  onlyCategories: Category[] = ['performance', 'accessibility'],
): Promise<Scores> {
  const chrome = await launch({
    chromePath: process.env.CHROME_PATH ?? process.env.CHROMIUM_PATH,
    chromeFlags: [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  try {
    const result = await lighthouse(url, {
      port: chrome.port,
      logLevel: 'silent',
      onlyCategories,
    });
    if (!result) throw new Error('Lighthouse gave no result');
    const { categories, audits } = result.lhr;
    const failed = categories.accessibility?.auditRefs.filter(
      ({ id, weight }) => weight > 0 && audits[id]?.score === 0,
    );
    return {
      performance: categories.performance?.score ?? 0,
      accessibility: categories.accessibility?.score ?? 0,
      problems: (failed ?? []).map(({ id }) => id),
    };
  } finally {
    chrome.kill();
  }
}
