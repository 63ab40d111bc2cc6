import { expect, it } from 'vitest'
import { isLocal } from './is-local.ts'

it('knows addresses that lead to this machine only', () => {
  for (const address of ['http://localhost:9002/x', 'ws://127.0.0.1', 'https://127.1.2.3', 'ws://[::1]:80'])
    expect(isLocal(address), address).toBe(true)
  for (const address of ['https://localhosts.example', 'wss://relay.example/127.0.0.1', 'ws://10.0.0.1', ''])
    expect(isLocal(address), address).toBe(false)
})
