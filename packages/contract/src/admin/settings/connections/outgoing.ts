import * as z from 'zod/mini'
import { messages } from '../../../messages.ts'
import { defineGroup, field } from '../group.ts'
import { text, toggle } from '../rules.ts'

/** Ports separated by commas, or `any`. */
export const isPorts = (value: string): boolean =>
  value === 'any' ||
  value.split(',').every(port => /^\s*\d{1,5}\s*$/.test(port) && Number(port) > 0 && Number(port) <= 65_535)

function isProxy(value: string): boolean {
  if (value === '') return true
  const url = URL.parse(value)
  return url?.protocol === 'socks5h:' && url.hostname !== '' && /^socks5h:\/\/[^/?#@]+\/?$/.test(value)
}

const shortText = text.check(
  z.refine(value => new TextEncoder().encode(value).length <= 255, { error: messages.proxyUserLong }),
)

export const outgoing = defineGroup({
  name: 'outgoing',
  path: 'outgoing',
  title: 'Outgoing connections',
  description: 'How the relay reaches other machines.',
  prefixed: true,
  fields: {
    proxy: field({
      schema: text.check(z.refine(isProxy, { error: messages.proxyInvalid })),
      default: '',
      title: 'SOCKS proxy',
      description:
        'A SOCKS5 proxy that resolves names itself, for example Tor: socks5h://127.0.0.1:9050. All connections of the relay to other machines use it. The wallet is a program of its own: it uses the variable SOCKS_PROXY only.',
      control: 'text',
      role: 'owner',
      variable: 'SOCKS_PROXY',
    }),
    user: field({
      schema: shortText,
      default: '',
      title: 'User name',
      description: 'For proxies that ask for one. Tor uses separate circuits for different users.',
      control: 'text',
      role: 'owner',
      variable: 'SOCKS_PROXY',
    }),
    password: field({
      schema: shortText,
      default: '',
      title: 'Password',
      description: 'Stored encrypted, and never shown again. It has to be entered again for another proxy or user.',
      control: 'secret',
      secret: true,
      boundTo: ['proxy', 'user'],
      role: 'owner',
      variable: 'SOCKS_PROXY',
    }),
    fetch_ports: field({
      schema: text.check(z.refine(isPorts, { error: messages.portsInvalid })),
      default: '80,443',
      title: 'Ports at strangers',
      description:
        'Ports that the relay calls on servers that others name: mirrored files, images, webhooks, Lightning addresses. Separated by commas, or any. Addresses inside your network are never called.',
      control: 'text',
      role: 'owner',
      variable: 'FETCH_PORTS',
    }),
    fetch_names: field({
      schema: z.enum(['checked', 'proxy']),
      default: 'checked',
      title: 'Names of strangers’ servers',
      description:
        'With a proxy: checked asks it for the address of each name, and connects only to public ones. proxy leaves names to the proxy; choose it only if the proxy itself refuses addresses inside its network.',
      control: 'select',
      options: ['checked', 'proxy'],
      role: 'owner',
      variable: 'FETCH_NAMES',
    }),
    fetch_profiles: field({
      schema: toggle,
      default: false,
      title: 'Profiles from people’s own relays',
      description:
        'Who has no profile on this relay is shown with the one from the relays of their relay list (NIP-65), if that is stored here. Those relays see which people this console shows.',
      control: 'switch',
      role: 'owner',
      effect: 'live',
    }),
  },
  faults: ({ user, password }) =>
    (user === '') === (password === '') ? {} : { password: messages.proxyUserAndPassword },
})
