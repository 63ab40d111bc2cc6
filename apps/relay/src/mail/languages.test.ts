import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { alertMetricNames } from '@hornets/contract/admin/operation/alerts'
import { expect, it } from 'vitest'
import { acceptedLanguage, nearestLanguage, readLanguages } from './languages.ts'

const own = await readLanguages(new URL('letters/', import.meta.url))

it.each([
  ['', 'en'],
  ['xx', 'en'],
  // Not German, though it starts with the same letters.
  ['den', 'en'],
  ['German', 'en'],
  ['../de', 'en'],
  ['de', 'de'],
  ['DE', 'de'],
  ['de-AT', 'de'],
  ['de_CH', 'de'],
  ['en-GB', 'en'],
])('writes to readers of %j in %s', (lang, tag) => {
  expect(nearestLanguage(own, lang).tag).toBe(tag)
})

it.each([
  [undefined, 'en'],
  ['fr, de;q=0.8, en;q=0.7', 'de'],
  ['en-GB, de;q=0.9', 'en'],
  ['DE-at;q=0.5', 'de'],
  ['*', 'en'],
])('shows a browser that accepts %j the page in %s', (accepted, tag) => {
  expect(acceptedLanguage(own, accepted).tag).toBe(tag)
})

it('adds a language by one file, and allows regional variants', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'letters-test-'))
  try {
    for (const tag of ['en', 'fr', 'pt-BR', 'pt'])
      await writeFile(join(folder, `${tag}.ts`), `export const letters = { changed: () => '${tag}' }\n`)
    await writeFile(join(folder, 'letter.ts'), 'export const nothing = 0\n')
    const languages = await readLanguages(pathToFileURL(`${folder}/`))
    expect(languages.map(({ tag }) => tag).sort()).toEqual(['en', 'fr', 'pt', 'pt-BR'])
    const written = ['fr-CA', 'pt-br', 'pt-PT', 'de'].map(lang => nearestLanguage(languages, lang).letters)
    expect(written.map(({ changed }) => (changed as () => unknown)())).toEqual(['fr', 'pt-BR', 'pt', 'en'])
  } finally {
    await rm(folder, { recursive: true })
  }
})

it('I18N-01: every language says every letter in full', () => {
  const [english] = own.filter(({ tag }) => tag === 'en')
  const said = new Map<string, readonly string[]>()
  for (const { tag, letters } of own) {
    expect([tag, Object.keys(letters).sort()]).toEqual([tag, Object.keys(english?.letters ?? {}).sort()])
    const facts = { relay: 'Hive', code: 'ABCDEF', address: '192.0.2.1', at: 'noon', until: 'noon', userAgent: 'Bee/1' }
    const written = [
      letters.recovery(facts),
      letters.verification(facts),
      letters.newSignIn(facts),
      letters.changed({ ...facts, what: 'removed' }),
      letters.invitation({ ...facts, role: 'viewer', link: 'https://hive.example' }),
    ]
    const { words, several, more, test } = letters.notices
    const payment = { kind: 'payments', sats: '5', tier: '1 GB per month', from: 'npub1', isNew: true } as const
    const changed = { kind: 'security', at: 'noon', what: 'password' } as const
    const headlines = [
      words({ ...payment, what: 'credited' }),
      words({ ...payment, what: 'reversed' }),
      ...(['event', 'file', 'key'] as const).map(of => words({ kind: 'reports', type: 'spam', reporters: 2, of })),
      words({ ...changed, what: 'newSignIn', address: '192.0.2.1' }),
      words({ ...changed, what: 'deviceAdded', name: 'Phone' }),
      words(changed),
      ...[true, false].flatMap(isOver => [
        words({ kind: 'health', isOver, what: 'disk_low', free: '1 GB' }),
        words({ kind: 'health', isOver, what: 'disk_full', free: '1 GB' }),
        words({ kind: 'health', isOver, what: 'database_damaged', file: 'admin.db' }),
        words({ kind: 'health', isOver, what: 'certificate_ends', file: 'hive.example' }),
        words({ kind: 'health', isOver, what: 'certificate_ended', file: 'hive.example' }),
        words({ kind: 'health', isOver, what: 'version_out', file: '1.4.0', version: '1.3.2' }),
        words({ kind: 'health', isOver, what: 'restart_due', file: '1.4.0', version: '1.3.2' }),
        ...alertMetricNames.map(metric =>
          words({ kind: 'health', isOver, what: 'alert', metric, threshold: '5', value: '7' }),
        ),
        words({ kind: 'health', isOver, what: 'wallet_away' }),
        words({ kind: 'health', isOver, what: 'wallet_behind' }),
        words({ kind: 'health', isOver, what: 'mail_failing' }),
        words({ kind: 'health', isOver, what: 'backup_old' }),
      ]),
      test(facts),
    ].flatMap(({ headline, detail }) => [headline, detail])
    expect([tag, ...headlines].join('\n')).not.toMatch(/undefined|^$/m)
    expect([tag, several({ ...facts, count: '3' }), more({ count: '12' })].join()).toMatch(/3.*Hive.*12/)
    const notified = { ...facts, title: 'Three', paragraphs: ['One'], url: 'https://hive.example/' }
    const page = { url: 'https://hive.example/', stopUrl: 'https://stop' }
    const ended = { relay: 'Hive', tier: '1 GB', day: 'May 1', hasFreeTier: false, ...page }
    const reminders = [
      letters.reminders.confirmation({ ...facts, stopUrl: 'https://stop' }),
      letters.reminders.reminder({ ...ended, isOver: false, writesUntil: undefined, sats: '5' }),
      letters.reminders.reminder({ ...ended, isOver: true, writesUntil: 'May 8', sats: undefined }),
      letters.reminders.reminder({ ...ended, isOver: true, writesUntil: undefined, sats: undefined }),
    ]
    expect(reminders.map(({ stop }) => stop?.url)).toEqual(Array(4).fill('https://stop'))
    const message = { ...ended, isOver: true, writesUntil: 'May 8', sats: '5', address: 'bc1qhive' }
    expect(letters.reminders.message(message).join('\n')).toMatch(
      /^(?!.*undefined).*Hive.*May 8.*bc1qhive.*hive\.example/s,
    )
    for (const { subject, paragraphs } of [...written, ...reminders, letters.notices.letter(notified)]) {
      expect([tag, subject]).toEqual([tag, expect.stringContaining('Hive')])
      expect(paragraphs.join('')).not.toMatch(/undefined|^$/)
    }
    const inLetters = [...written, ...reminders].flatMap(({ subject, call = '', paragraphs }) => [
      subject,
      call,
      ...paragraphs,
    ])
    said.set(
      tag,
      [...inLetters, ...headlines].filter(text => text !== '' && !text.includes(facts.userAgent)),
    )
  }
  const inEnglish = new Set(said.get('en'))
  for (const [tag, texts] of said)
    if (tag !== 'en') expect([tag, ...texts.filter(text => inEnglish.has(text))]).toEqual([tag])
})
