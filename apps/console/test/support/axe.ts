import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Each theme has to pass them. They take half of axe's time; everything else holds in both themes or in none. */
export const colourRules = ['color-contrast', 'link-in-text-block']

/** All others, for what has been looked at in the same theme. */
export const withoutColours: RunOptions = {
  rules: Object.fromEntries(colourRules.map(rule => [rule, { enabled: false }])),
}

/** The stylesheets, which axe would fetch again for each run, are only for rules that are off. */
const preload = { assets: ['media'], timeout: 10_000 }

/** WCAG 2.2 AA and best practices, each with its elements. `within`: a selector for part of the page. */
export async function findViolations(page: Page, options: RunOptions = {}, within = ':root'): Promise<string[]> {
  // Through the debugger, which the page's content security policy does not restrict.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  return page.evaluate(
    async ([within, given, preload]) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') }
      const { violations } = await axe.run(within, { resultTypes: ['violations'], preload, ...given })
      return violations.map(
        ({ id, help, nodes }) => `${id}: ${help} (${nodes.map(node => node.target.join(' ')).join(', ')})`,
      )
    },
    [within, options, preload] as const,
  )
}
