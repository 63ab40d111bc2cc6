import type { FileSearch } from './file-search.ts'

type Sizes = Pick<FileSearch, 'min' | 'max'>

interface SizeChoice {
  /** `min-max` in bytes, either may be missing. */
  readonly value: string
  readonly kind: 'any' | 'atLeast' | 'atMost'
  readonly bytes: number
}

const kb = 1024
const mb = 1024 * kb

const usual: readonly SizeChoice[] = [
  { value: '-', kind: 'any', bytes: 0 },
  ...[mb, 10 * mb, 100 * mb].map(bytes => ({ value: `${bytes}-`, kind: 'atLeast' as const, bytes })),
  ...[100 * kb, mb].map(bytes => ({ value: `-${bytes}`, kind: 'atMost' as const, bytes })),
]

export const writeSize = ({ min, max }: Sizes): string => `${min}-${max}`

export function readSize(value: string): Sizes {
  const [min = '', max = ''] = value.split('-')
  return { min, max }
}

/** What is offered, and what a link asks for beside that. */
export function sizeChoices(now: Sizes): readonly SizeChoice[] {
  const value = writeSize(now)
  if (usual.some(choice => choice.value === value)) return usual
  const isAtLeast = now.min !== ''
  return [...usual, { value, kind: isAtLeast ? 'atLeast' : 'atMost', bytes: Number(isAtLeast ? now.min : now.max) }]
}
