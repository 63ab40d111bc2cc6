import { type Fields, settingsGroups } from '@hornets/contract/admin/settings'
import { kindNames } from '@hornets/contract/text/kinds'
import { expect, it } from 'vitest'
import { isCalledByNumber } from './contract-texts.ts'

interface Texts {
  readonly title: string
  readonly description: string
  readonly fields?: Readonly<Record<string, Texts>>
}
interface Contract {
  readonly groups: Readonly<Record<string, Texts>>
  readonly kinds: Readonly<Record<string, string>>
  readonly kind: string
}

/** The contract itself contains English. */
const files = import.meta.glob<{ contract: Contract }>(['./*.json', '!./en.json'], { import: 'default', eager: true })
const translations = Object.entries(files).map(([path, { contract }]) => [path, contract] as const)

/** Paths of every group and field, including nested ones and columns of rows. */
function pathsOf(fields: Fields, at: string): string[] {
  return Object.entries(fields).flatMap(([key, field]) => [
    `${at}.${key}`,
    ...pathsOf(field.fields ?? {}, `${at}.${key}`),
  ])
}
function translatedPaths(texts: Readonly<Record<string, Texts>>, at: string): string[] {
  return Object.entries(texts).flatMap(([key, { title, description, fields = {} }]) => {
    expect([title, description], `${at}.${key}`).not.toContain('')
    return [`${at}.${key}`, ...translatedPaths(fields, `${at}.${key}`)]
  })
}

it.each(translations)(
  '%s: every group and field of the contract has its texts, and no text outlives its field',
  (_, { groups }) => {
    const wanted = settingsGroups.flatMap(({ name, fields }) => [`.${name}`, ...pathsOf(fields, `.${name}`)])
    expect(translatedPaths(groups, '').sort()).toEqual(wanted.sort())
  },
)

it('no text says that a group of the settings is not running yet', () => {
  expect(JSON.stringify([files, settingsGroups])).not.toMatch(/not running yet|läuft noch nicht/i)
})

it.each(translations)('%s: every kind that is offered has its name', (_, { kinds, kind }) => {
  expect(Object.keys(kinds).map(Number)).toEqual([...kindNames.keys()].sort((one, other) => one - other))
  expect(kind).toContain('{{kind}}')
})

it('calls every kind that this relay publishes by a name', () => {
  const published = [411, 555, 888, 10_411, 11_888, 13_534, 19_841, 19_842, 19_843, 30_984, 33_534]
  expect(published.filter(isCalledByNumber)).toEqual([])
  expect([9372, 64_000].filter(isCalledByNumber)).toEqual([9372, 64_000])
})
