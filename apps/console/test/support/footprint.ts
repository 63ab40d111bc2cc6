import type { CDPSession, Page } from 'playwright-core'

/** What a page holds on to once all that can go is gone. */
export interface Footprint {
  readonly heapBytes: number
  /** DOM nodes, those out of the document that something still refers to among them. */
  readonly nodes: number
  readonly listeners: number
}

/** Measures the same page again and again. */
export async function openFootprint(page: Page): Promise<() => Promise<Footprint>> {
  const devtools: CDPSession = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  return async () => {
    // What one collection frees may be what held something else, and finalizers run between them.
    for (let times = 0; times < 3; times++) await devtools.send('HeapProfiler.collectGarbage')
    const { metrics } = await devtools.send('Performance.getMetrics')
    const read = (name: string) => metrics.find(metric => metric.name === name)?.value ?? Number.NaN
    return { heapBytes: read('JSHeapUsedSize'), nodes: read('Nodes'), listeners: read('JSEventListeners') }
  }
}
