import { expect, it } from 'vitest'
import { EntryNames } from './entry-names.ts'

const hash = 'abcdef0123456789'.repeat(4)
const short = hash.slice(0, 12)
const namesOf = (...wanted: string[]) => {
  const names = new EntryNames()
  return wanted.map(name => names.take(name, hash))
}

it.each([
  ['case', 'Bee.png', 'bEE.PNG'],
  ['composition', 'Gr\u00f6\u00dfe.png', 'Gro\u0308\u00dfe.png'],
  ['full case folding', 'Stra\u00dfe.png', 'STRASSE.png'],
  ['compatibility forms', '\ufb01le.png', 'file.png'],
  ['invisible characters', 'bee.png', 'be\u200de.png'],
  ['dots and spaces at the end', 'bee', 'bee. .'],
  ['characters that Windows refuses', 'a:b.png', 'a?b.png'],
])('tells names apart that differ only by %s', (_what, one, other) => {
  const [first, second] = namesOf(one, other)
  expect(second).toContain(short)
  expect(first).not.toContain(short)
})

it.each([
  ['CON', '_CON'],
  ['nul.txt', '_nul.txt'],
  ['com1.tar.gz', '_com1.tar.gz'],
  ['LPT\u00b9.png', '_LPT\u00b9.png'],
  ['aux .png', '_aux.png'],
  ['console.png', 'console.png'],
  ['bee...', 'bee'],
  [' bee ', 'bee'],
  ['..', hash],
  ['a\u0000b\u001fc\u007f.png', 'a_b_c_.png'],
  ['../../etc/passwd', '.._.._etc_passwd'],
  ['C:\\bee.png', 'C__bee.png'],
  ['\ud800.png', '\ufffd.png'],
])('writes %j as %j', (wanted, name) => {
  expect(namesOf(wanted)).toEqual([name])
})

it('shortens names to what file systems take, with their extension and suffix', () => {
  const [one = '', other = ''] = namesOf(`${'ü'.repeat(200)}.jpeg`, `${'ü'.repeat(201)}.jpeg`)
  for (const name of [one, other]) {
    expect(Buffer.byteLength(name.normalize('NFD'))).toBeLessThanOrEqual(255)
    expect(name).toMatch(/\.jpeg$/)
  }
  expect(other).toContain(short)
})
