import { expect, it } from 'vitest'
import { RelayNames, relayAddressBeside } from './relay-names.ts'

const namesOf = (relayaddresses: string, publicUrl?: string) =>
  new RelayNames({ publicUrl, settings: { get: () => ({ relayaddresses }) } })

const names = namesOf('wss://relay.example\nws://192.0.2.7:9001')

it.each([
  'wss://evil.example',
  'wss://relay.example.evil.example',
  'wss://relay.example:8443',
  'wss://127.0.0.2',
  'relay.example',
  'javascript:relay.example',
  '',
])('a signature for "%s" is for another relay', address => {
  expect(names.isOurs(address)).toBe(false)
})

it.each([
  'wss://relay.example',
  'wss://RELAY.example:443/path',
  'https://relay.example/upload',
  'ws://192.0.2.7:9001/',
  'ws://localhost:9001',
  'ws://127.0.0.1:1',
  'ws://[::1]:9001',
])('a signature for "%s" is for this one', address => {
  expect(names.isOurs(address)).toBe(true)
})

it('PUBLIC_URL overrides what is set', () => {
  const fixed = namesOf('wss://relay.example', 'wss://public.example')
  expect([fixed.isOurs('wss://relay.example'), fixed.isOurs('wss://public.example')]).toEqual([false, true])
})

it('server tags name a host, in whatever form', () => {
  const tags = ['relay.example', 'https://relay.example/', 'relay.example:1', 'localhost', 'evil.example', '', '::']
  const ours = (host: string) => tags.map(tag => names.isOurServer(tag, host))
  expect(ours('relay.example')).toEqual([true, true, true, false, false, false, false])
  expect(ours('localhost:9001')).toEqual([true, true, true, true, false, false, false])
  expect(ours('127.0.0.1:9001')[3]).toBe(false)
})

it('the relay calls itself by the name that was used where it is its own, by the main one otherwise', () => {
  expect(names.originFor('192.0.2.7:9001', 'http')).toBe('http://192.0.2.7:9001')
  expect(names.originFor('evil.example', 'http')).toBe('https://relay.example')
  expect(namesOf('').originFor('lan.example:9001', 'http')).toBe('http://lan.example:9001')
  expect(namesOf('').originFor('evil"', 'http')).toBe('http://localhost')
})

it('tells the unknown names that most clients use, until they are added', () => {
  const set = { relayaddresses: '' }
  const watched = new RelayNames({ publicUrl: undefined, settings: { get: () => set } })
  for (const place of ['a', 'b', 'a']) watched.noteArrival('relay.example', place)
  watched.noteArrival('other.example:9001', 'a')
  watched.noteArrival('localhost:9001', 'a')
  watched.noteArrival('no host"', 'a')
  expect(watched.unknown()).toEqual([
    { name: 'relay.example', clients: 2 },
    { name: 'other.example:9001', clients: 1 },
  ])
  for (let at = 0; at < 1000; at++) watched.noteArrival(`${at}.evil.example`, 'a')
  expect(watched.unknown()).toHaveLength(3)
  set.relayaddresses = 'wss://relay.example'
  expect(watched.unknown().map(({ name }) => name)).not.toContain('relay.example')
})

it.each([
  ['http://127.0.0.1:9002', undefined],
  ['http://localhost:9002', undefined],
  ['http://relay.example:9002', 'ws://relay.example:9001'],
  ['https://console.example', 'wss://console.example'],
  ['https://console.example:8443', 'wss://console.example:8443'],
])('claimed at %s the relay is at %s', (console, relay) => {
  expect(relayAddressBeside(console, 9002)).toBe(relay)
})
