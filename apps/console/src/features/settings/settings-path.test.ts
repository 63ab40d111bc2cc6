import { settingsGroups } from '@hornets/contract/admin/settings'
import { expect, it } from 'vitest'
import { groupAt, isSettingsPath, pathOfGroup } from './settings-path.ts'

it('SET-03: no group, no path below /settings', () => {
  expect(pathOfGroup(undefined)).toBe('/settings')
  expect(['/settings', '/settings/', '/settings/nothing', '/media/general'].map(groupAt)).toEqual(
    Array(4).fill(undefined),
  )
})

it('SET-02, SET-04, ROUTE-13: each group has its path, and the path opens it', () => {
  expect(settingsGroups.map(group => pathOfGroup(group.name))).toEqual([
    '/settings/image-moderation',
    '/settings/content-filter',
    '/settings/nest-feeder',
    '/settings/ollama',
    '/settings/relay-info',
    '/settings/wallet',
    '/settings/general',
    '/settings/query-cache',
    '/settings/xnostr',
    '/settings/email',
    '/settings/file-bucket',
    '/settings/outgoing',
  ])
  for (const group of settingsGroups) expect(groupAt(pathOfGroup(group.name))).toBe(group)
})

it('R-45: edits live on while switching groups, not beyond', () => {
  expect(['/settings', '/settings/wallet', '/settings-old', '/'].map(isSettingsPath)).toEqual([
    true,
    true,
    false,
    false,
  ])
})
