import type { OwnRule } from '@hornets/contract/admin/refusals/own-rules'

const kindMax = 65_535

/** '1, 30000-39999'; empty for all kinds. */
export const kindsText = (kinds: OwnRule['kinds']) =>
  kinds.map(({ from, to }) => (from === to ? String(from) : `${from}-${to}`)).join(', ')

/** Undefined for what is no list of kinds. */
export function readKinds(text: string): OwnRule['kinds'] | undefined {
  const parts = text.split(/[\s,;]+/).filter(Boolean)
  const kinds = parts.map(part => {
    const [, first = '', last = first] = /^(\d{1,5})(?:[-–](\d{1,5}))?$/.exec(part) ?? []
    return { from: first === '' ? -1 : Number(first), to: Number(last) }
  })
  return kinds.every(({ from, to }) => from >= 0 && from <= to && to <= kindMax) ? kinds : undefined
}
