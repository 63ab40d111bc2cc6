import type { AnswerOf } from '@hornets/contract/endpoint'
import type { getChainSource } from '@hornets/contract/wallet/chain-source'

export interface Draft {
  readonly kind: 'bitcoind' | 'esplora' | 'public'
  readonly url: string
  readonly user: string
  readonly password: string
  readonly cookieFile: string
}

export function draftOf({ kind, url, user, cookie_file }: AnswerOf<typeof getChainSource>, publicUrl: string | null) {
  const isPublic = kind === 'esplora' && url === publicUrl
  const draft: Draft = {
    kind: isPublic ? 'public' : kind === 'esplora' ? 'esplora' : 'bitcoind',
    url: isPublic ? '' : url,
    user,
    password: '',
    cookieFile: cookie_file,
  }
  return draft
}

export function bodyOf({ kind, user, password, ...draft }: Draft, publicUrl: string | null) {
  if (kind === 'public') return { kind: 'esplora', url: publicUrl ?? '' } as const
  const url = draft.url.trim()
  if (kind === 'esplora') return { kind, url } as const
  const cookie_file = draft.cookieFile.trim()
  if (cookie_file) return { kind, url, user: '', cookie_file } as const
  return { kind, url, user, ...(password && { rpc_password: password }) } as const
}
