import type { CDPSession, Page } from 'playwright-core'

export interface Footprint {
  readonly heapBytes: number
  /** DOM nodes, including detached ones that something still references. */
  readonly nodes: number
  readonly listeners: number
}

export async function openFootprint(page: Page): Promise<() => Promise<Footprint>> {
  const devtools: CDPSession = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  return async () => {
    // One collection may release references to more garbage, and finalizers run between collections.
    for (let times = 0; times < 3; times++) await devtools.send('HeapProfiler.collectGarbage')
    const { metrics } = await devtools.send('Performance.getMetrics')
    const read = (name: string) => metrics.find(metric => metric.name === name)?.value ?? Number.NaN
    return { heapBytes: read('JSHeapUsedSize'), nodes: read('Nodes'), listeners: read('JSEventListeners') }
  }
}
