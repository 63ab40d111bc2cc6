import { roles } from '@hornets/contract/roles'
import { describe, expect, it } from 'vitest'
import { pages } from './pages.ts'
import { isReadableBy } from './use-pages.ts'

describe('the table of pages', () => {
  it('gives each path, title, key and icon to one page', () => {
    const places = pages.flatMap(({ place }) => place ?? [])
    const keys = places.flatMap(({ key }) => key ?? [])
    const icons = places.map(({ icon }) => icon)
    const columns: readonly (readonly unknown[])[] = [
      pages.map(({ path }) => path),
      pages.map(({ title }) => title),
      keys,
      icons,
    ]
    for (const names of columns) expect(new Set(names).size).toBe(names.length)
  })

  it.each(roles)('shows a page to those who can make its calls: %s', role => {
    const hidden = pages.filter(page => !isReadableBy(role, page)).map(({ path }) => path)
    const forOperators = [
      '/wallet',
      '/relay-settings',
      '/settings',
      '/health',
      '/backup',
      '/alerts',
      '/logs',
      '/settings-history',
      '/audit-log',
      '/subscribers',
      '/earnings',
      '/moving',
      '/payment-notifications',
      '/health-notifications',
    ]
    const forOwners = ['/secrets']
    const expected = {
      viewer: [
        ...forOperators,
        ...forOwners,
        '/clients',
        '/people',
        '/moderation',
        '/report-notifications',
        '/moderation-notifications',
      ].sort(),
      moderator: [...forOperators, ...forOwners].sort(),
      operator: forOwners,
    }
    expect(hidden.sort()).toEqual(role in expected ? expected[role as keyof typeof expected] : [])
  })
})
