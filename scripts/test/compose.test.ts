import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../apps/relay/src/config.ts'
import { inProject } from '../setup/workspace.mjs'

const read = (name: string) => readFileSync(inProject('packaging', name), 'utf8')
const machines = read('compose-machines.yaml')

/** The lines under a key, without the key. */
function under(key: string, text: string): string {
  const [, indent = '', lines = ''] = new RegExp(`^( *)${key}:.*\n((?:\\1 .*\n)+)`, 'm').exec(text) ?? []
  expect([key, lines]).not.toEqual([key, ''])
  return lines.replaceAll(new RegExp(`^${indent}  `, 'gm'), '')
}

/** Values as compose gives them, with an anchor's value in each place. */
function environmentOf(block: string, given: Record<string, string>): Record<string, string> {
  const anchors = new Map<string, string>()
  const pairs = [...under('environment', block).matchAll(/^(\w+): (?:&(\w+) )?(.*)$/gm)].map(
    ([, name = '', anchor, written = '']) => {
      const value = written.startsWith('*') ? (anchors.get(written.slice(1)) ?? '') : written
      if (anchor) anchors.set(anchor, value)
      return [
        name,
        value.replaceAll(/\$\{(\w+)(?::[-?]([^}]*))?\}/g, (_, variable, usual = '') => given[variable] ?? usual),
      ]
    },
  )
  return Object.fromEntries(pairs)
}

const given = {
  RELAY: 'relay.example.com',
  CONSOLE: 'console.example.com',
  SERVING_SECRET: 'a'.repeat(64),
  DATABASE_PASSWORD: 'b'.repeat(64),
}

describe('the compose file for several machines', () => {
  const main = under('x-main', machines)

  test('starts one main machine, and with STANDBY=on a second one with the same variables', () => {
    const alone = readConfig(environmentOf(main, given))
    expect([alone.standby, alone.s3]).toEqual([false, undefined])
    const both = { ...given, STANDBY: 'on', S3_URL: 'https://key:secret@s3.example.com/files' }
    const config = readConfig(environmentOf(main, both))
    expect(config).toMatchObject({
      standby: true,
      publicUrl: 'wss://relay.example.com',
      eventsDatabase: `postgres://hornets:${given.DATABASE_PASSWORD}@database:5432/hornets`,
      accountsDatabase: config.eventsDatabase,
    })
    expect(config.s3).toBeDefined()
    expect(under('standby', under('services', machines))).toBe(
      '<<: *main\nprofiles: [standby]\nvolumes:\n  - standby:/opt/hornets/data\n',
    )
    expect(under('hornets', under('services', machines))).toMatch(
      /^<<: \*main\n.*\n {2}- data:\/opt\/hornets\/data\n$/s,
    )
  })

  test('names both where websockets and the proxy look for the main machine', () => {
    const serving = readConfig(environmentOf(under('x-serving', machines), given))
    const { port } = readConfig(environmentOf(main, given)).machines ?? {}
    expect(serving.main?.places).toEqual(['hornets', 'standby'].map(host => ({ host, port })))
    const services = new Set([...under('services', machines).matchAll(/^([\w-]+):/gm)].map(([, name]) => name))
    const proxied = [...read('Caddyfile-machines').matchAll(/^\treverse_proxy (?:@\w+ )?(.+?)(?: \{)?$/gm)].map(
      ([, places = '']) => places.split(' '),
    )
    expect(proxied.slice(1)).toEqual([9001, 9002].map(at => [`hornets:${at}`, `standby:${at}`]))
    for (const place of proxied.flat()) expect(services).toContain(place.split(':')[0])
  })
})
