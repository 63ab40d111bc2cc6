import type { Page } from 'playwright-core'

export interface Met {
  readonly role: string
  readonly name: string
  /** Headings only. */
  readonly level?: number
  /** The innermost landmark around it; empty outside of all. */
  readonly within: string
}

interface AxNode {
  readonly nodeId: string
  readonly ignored: boolean
  readonly role?: { readonly value: string }
  readonly name?: { readonly value: string }
  readonly properties?: readonly { readonly name: string; readonly value: { readonly value?: unknown } }[]
  readonly childIds?: readonly string[]
}

const landmarks = new Set(['banner', 'navigation', 'main', 'complementary', 'contentinfo', 'search', 'form', 'region'])

/** Landmarks and headings of a page in the order of Chromium's accessibility tree. */
export async function readingOrder(page: Page): Promise<Met[]> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as { nodes: AxNode[] }
  await session.detach()
  const byId = new Map(nodes.map(node => [node.nodeId, node]))
  const met: Met[] = []
  const walk = (id: string, within: string): void => {
    const node = byId.get(id)
    if (!node) return
    const role = node.ignored ? '' : (node.role?.value ?? '')
    const name = node.name?.value ?? ''
    const level = node.properties?.find(property => property.name === 'level')?.value.value
    if (landmarks.has(role) || role === 'heading')
      met.push({ role, name, within, ...(typeof level === 'number' && { level }) })
    for (const child of node.childIds ?? []) walk(child, landmarks.has(role) ? role : within)
  }
  const root = nodes[0]
  if (root) walk(root.nodeId, '')
  return met
}

/**
 * What keeps a screen reader from meeting the way around first, then one heading of the page, then its parts without a
 * jump.
 */
export function readingFaults(met: readonly Met[]): string[] {
  const named = (wanted: string) => met.filter(({ role, within }) => role === wanted && within === '').length
  const headings = met.filter(({ role }) => role === 'heading')
  const levels = headings.map(({ level = 0 }) => level)
  const frame = met.filter(({ role, within }) => within === '' && ['navigation', 'banner', 'main'].includes(role))
  const faults: Readonly<Record<string, boolean>> = {
    'the page does not come last': frame.at(-1)?.role !== 'main',
    'not one main part': named('main') !== 1,
    'not one banner': named('banner') !== 1,
    'its first heading is not of the first level': levels[0] !== 1 || headings[0]?.within !== 'main',
    'not one heading of the first level': levels.filter(level => level === 1).length !== 1,
    'a level of headings is left out': levels.some((level, at) => at > 0 && level > (levels[at - 1] ?? 0) + 1),
    'a heading without words': headings.some(({ name }) => name.trim() === ''),
  }
  return Object.keys(faults).filter(fault => faults[fault])
}
