import type { OwnRule, RuleInput } from '@hornets/contract/admin/refusals/own-rules'

/** A rule whose id the relay gives. */
export type DraftRule = Omit<OwnRule, 'id'> & { readonly id?: string }

export const newRule: DraftRule = {
  on: true,
  note: '',
  kinds: [],
  who: 'strangers',
  others: false,
  new_hours: 24,
  what: 'anything',
  above_kb: 64,
  action: 'refuse',
  times: 5,
  per: 'hour',
  by: 'key',
}

/** Ready to be added. */
export const examples = {
  articles: { ...newRule, kinds: [{ from: 30_023, to: 30_023 }], who: 'members', others: true },
  strangers: { ...newRule, kinds: [{ from: 1, to: 1 }], action: 'limit' },
  media: { ...newRule, who: 'new', what: 'media' },
} as const satisfies Record<string, DraftRule>

export function sent({ kinds, except, ...rule }: DraftRule & { readonly count?: number }): RuleInput {
  const { count: _, ...rest } = rule
  return { ...rest, ...(except?.length && { except: [...except] }), kinds: kinds.map(range => ({ ...range })) }
}

/** With this rule in place of itself, or at the end. */
export const including = (rules: readonly DraftRule[], rule: DraftRule): readonly DraftRule[] =>
  rule.id ? rules.map(known => (known.id === rule.id ? rule : known)) : [...rules, rule]

/** With one rule moved by a number of places, as far as there are any. */
export function moved<Rule>(rules: readonly Rule[], at: number, by: number): Rule[] {
  const next = [...rules]
  const [rule] = next.splice(at, 1)
  if (rule !== undefined) next.splice(Math.max(0, Math.min(next.length, at + by)), 0, rule)
  return next
}
