import { beforeEach, expect, it, vi } from 'vitest'

const kept = new Map<string, string>()
const built = { VITE_ADMIN_URL: 'https://built.example:9002', VITE_WALLET_URL: 'https://built.example:9003' }
const paths = ['/api/settings', '/wallet/challenge']

beforeEach(() => {
  kept.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  })
  return () => {
    vi.unstubAllEnvs()
    vi.unstubAllGlobals()
    vi.resetModules()
  }
})

async function open(environment: Partial<typeof built>) {
  for (const name of ['VITE_ADMIN_URL', 'VITE_WALLET_URL'] as const) vi.stubEnv(name, environment[name])
  vi.resetModules()
  return await import('./addresses.ts')
}

it("API-01: calls go to the page's own server, which passes on those to the wallet, until another host is configured", async () => {
  const { keepAddresses, urlOf } = await open({})
  expect(paths.map(urlOf)).toEqual(paths)
  keepAddresses({ admin: 'https://relay.example', wallet: 'https://purse.example' })
  expect(paths.map(urlOf)).toEqual(['https://relay.example/api/settings', 'https://purse.example/challenge'])
  keepAddresses({ admin: 'https://relay.example', wallet: '' })
  expect(paths.map(urlOf)).toEqual(paths.map(path => `https://relay.example${path}`))
  keepAddresses({ admin: '', wallet: 'https://purse.example' })
  expect(paths.map(urlOf)).toEqual(['/api/settings', 'https://purse.example/challenge'])
})

it('API-01: hosts that the console was built with hold until others are entered', async () => {
  const { keepAddresses, urlOf } = await open(built)
  expect(paths.map(urlOf)).toEqual(['https://built.example:9002/api/settings', 'https://built.example:9003/challenge'])
  keepAddresses({ admin: '', wallet: '' })
  expect(paths.map(urlOf)).toEqual(paths)
})
