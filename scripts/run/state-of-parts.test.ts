import { expect, test } from 'vitest'
import { stateOfParts } from './state-of-parts.mjs'

const ready = {
  type: 'ready' as const,
  publicUrl: 'ws://127.0.0.1:9001',
  adminUrl: 'http://127.0.0.1:9002',
  consoleUrl: 'https://console.example.com',
}
const wallet = { elsewhere: 'http://127.0.0.1:9003' }

test('R-05: the address to open is where people reach the console, claimed or not', () => {
  const place = { dataDir: '/data' }
  const setupUrl = `${ready.consoleUrl}/auth/sign-up?setup=token`
  expect(stateOfParts({ ...ready, claimed: false, setupUrl }, place, wallet)).toContain(`open\n  ${setupUrl}\n`)
  const claimed = stateOfParts({ ...ready, claimed: true }, place, wallet)
  expect(claimed).toContain('  Open https://console.example.com\n')
  expect(claimed).toContain('  console   on    http://127.0.0.1:9002\n')
})
