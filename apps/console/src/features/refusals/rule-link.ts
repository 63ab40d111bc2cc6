import type { ListedRefusal } from '@hornets/contract/admin/refusals/refusals'

const rights: readonly string[] = ['not-listed', 'not-invited', 'not-paid', 'not-trusted', 'pow', 'time', 'read']
const settings: readonly string[] = ['kind', 'media-type', 'size']

const ruleNames = ['blocked-pubkeys', 'words', 'addresses', 'rule', 'subscription'] as const

/** The name of a list, and what of it: `words:spam`. */
export function readRule(rule: string | null): { name: (typeof ruleNames)[number] | undefined; value: string } {
  const [start = '', ...rest] = (rule ?? '').split(':')
  return { name: ruleNames.find(name => name === start), value: rest.join(':') }
}

/** Where what caused a refusal is changed; undefined where nothing of the operator's did. */
export function ruleLinkOf({ cause, rule }: ListedRefusal): { to: string; search?: object } | undefined {
  const access = (list?: string, q?: string) => ({ to: '/blocked-pubkeys', search: { list, q } })
  if (rule === 'subscription') return { to: '/relay-settings' }
  if (rule?.startsWith('rule:')) return access('rules')
  if (cause === 'blocked') return access(undefined, rule?.split(':')[1])
  if (cause === 'word') return access('words')
  if (cause === 'address') return access('addresses')
  if (rights.includes(cause)) return access('rights')
  return settings.includes(cause) ? { to: '/relay-settings' } : undefined
}
