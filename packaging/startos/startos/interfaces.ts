import { facts } from './facts'
import { sdk } from './sdk'

export const consoleId = 'console'
const relayId = 'relay'

export const setInterfaces = sdk.setupInterfaces(async ({ effects }) => {
  const bind = (id: string, port: number, protocol: 'http' | 'ws') =>
    sdk.MultiHost.of(effects, id).bindPort(port, { protocol, preferredExternalPort: port })
  const common = { masked: false, schemeOverride: null, username: null, path: '', query: {} }
  const console = sdk.createInterface(effects, {
    ...common,
    id: consoleId,
    name: 'Console',
    description: 'Runs the relay and its wallet, in a browser',
    type: 'ui',
  })
  const relay = sdk.createInterface(effects, {
    ...common,
    id: relayId,
    name: 'Relay',
    description: 'Nostr clients connect here; files are served here over HTTP',
    type: 'api',
  })
  return [
    await (await bind(consoleId, facts.consolePort, 'http')).export([console]),
    await (await bind(relayId, facts.relayPort, 'ws')).export([relay]),
  ]
})
