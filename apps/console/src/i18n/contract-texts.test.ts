import { type Fields, settingsGroups } from '@hornets/contract/admin/settings'
import { offeredKinds } from '@hornets/contract/nostr'
import { expect, it } from 'vitest'
import german from './contract.de.json' with { type: 'json' }

interface Texts {
  readonly title: string
  readonly description: string
  readonly fields?: Readonly<Record<string, Texts>>
}

/** Paths of every group and field, nested ones and the columns of rows too. */
function pathsOf(fields: Fields, at: string): string[] {
  return Object.entries(fields).flatMap(([key, field]) => [
    `${at}.${key}`,
    ...pathsOf(field.fields ?? {}, `${at}.${key}`),
  ])
}
function germanPaths(texts: Readonly<Record<string, Texts>>, at: string): string[] {
  return Object.entries(texts).flatMap(([key, { title, description, fields = {} }]) => {
    expect([title, description], `${at}.${key}`).not.toContain('')
    return [`${at}.${key}`, ...germanPaths(fields, `${at}.${key}`)]
  })
}

it('every group and every field of the contract has its German texts, and no text outlives its field', () => {
  const wanted = settingsGroups.flatMap(({ name, fields }) => [`.${name}`, ...pathsOf(fields, `.${name}`)])
  expect(germanPaths(german.groups, '').sort()).toEqual(wanted.sort())
})

it('every kind that is offered has its German name', () => {
  expect(Object.keys(german.kinds).map(Number)).toEqual([...offeredKinds.keys()])
})
