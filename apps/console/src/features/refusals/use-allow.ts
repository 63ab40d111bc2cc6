import { blockPubkeys, listBlockedPubkeys, unblockPubkey } from '@hornets/contract/admin/access'
import {
  type AccessList,
  listAccessEntries,
  putAccessEntries,
  removeAccessEntries,
} from '@hornets/contract/admin/access-lists'
import { listAccessRules, saveAccessRules } from '@hornets/contract/admin/refusals/own-rules'
import type { ListedRefusal } from '@hornets/contract/admin/refusals/refusals'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/calls/api.ts'
import { failureText } from '../../api/calls/failure-text.ts'
import { staleOn } from '../../api/queries/cached.ts'
import { useTexts } from '../../i18n/texts.ts'
import { toast } from '../../ui/overlays/toast.ts'

/** What makes the next such event pass: for its author, or for everybody. */
export type Remedy =
  | { readonly kind: 'unblock'; readonly pubkey: string }
  | { readonly kind: 'allow'; readonly pubkey: string }
  | { readonly kind: 'except'; readonly pubkey: string; readonly rule: string }
  | { readonly kind: 'words' | 'addresses'; readonly value: string }

const allowing: readonly string[] = ['not-listed', 'not-invited', 'not-paid', 'not-trusted']

/** Undefined where no single entry decides. */
export function remedyOf({ cause, pubkey, rule }: ListedRefusal): Remedy | undefined {
  if (cause === 'blocked' && pubkey) return { kind: 'unblock', pubkey }
  // Subscriptions and rules of the operator's own count for allowed keys too.
  if (allowing.includes(cause) && pubkey && rule === null) return { kind: 'allow', pubkey }
  if (pubkey && rule?.startsWith('rule:')) return { kind: 'except', pubkey, rule: rule.slice('rule:'.length) }
  const [, list, value] = /^(words|addresses):(.+)$/s.exec(rule ?? '') ?? []
  return value === undefined ? undefined : { kind: list as 'words' | 'addresses', value }
}

export function useAllow() {
  const { t } = useTexts()
  const queryClient = useQueryClient()
  const [isWorking, setWorking] = useState(false)

  async function attempt(work: () => Promise<void>): Promise<void> {
    setWorking(true)
    try {
      await work()
    } catch (error) {
      toast.error(t('refusals.allow.failed', { reason: failureText(error) }))
    }
    setWorking(false)
    await queryClient.invalidateQueries(staleOn('access'))
  }

  const say = (done: string, undo: () => Promise<unknown>) =>
    toast.success(done, {
      action: {
        label: t('ui.undo'),
        onClick: () =>
          void attempt(async () => {
            await undo()
            toast.success(t('refusals.allow.undone'))
          }),
      },
    })

  async function unblock(pubkey: string): Promise<void> {
    const { blocked_pubkeys } = await api.call(listBlockedPubkeys)
    const block = blocked_pubkeys.find(row => row.pubkey === pubkey)
    if (!block) return void toast.info(t('refusals.allow.already'))
    await api.call(unblockPubkey, { params: { pubkey } })
    const { reason, expires_at } = block
    const blocks = [{ pubkey, reason, expires_at }]
    say(t('refusals.allow.unblocked'), () => api.call(blockPubkeys, { body: { blocks, restore: true } }))
  }

  async function allow(pubkey: string): Promise<void> {
    const params = { list: 'allowed-pubkeys' as const }
    const entries = [{ value: pubkey, reason: t('refusals.allow.reason') }]
    const { added, refused } = await api.call(putAccessEntries, { params, body: { entries } })
    if (refused[0]) throw new Error(refused[0].error)
    if (added === 0) return void toast.info(t('refusals.allow.already'))
    say(t('refusals.allow.allowed'), () => api.call(removeAccessEntries, { params, body: { values: [pubkey] } }))
  }

  /** Spares the person from the rule, or no longer. Resolves with whether that changed it. */
  async function spare(id: string, pubkey: string, isSpared: boolean): Promise<boolean> {
    const { rules, revision } = await api.call(listAccessRules)
    const rule = rules.find(one => one.id === id)
    const except = rule?.except ?? []
    if (!rule || except.includes(pubkey) === isSpared) return false
    const keys = isSpared ? [...except, pubkey] : except.filter(key => key !== pubkey)
    const next = { ...rule, ...(keys.length > 0 && { except: keys }) }
    if (keys.length === 0) delete next.except
    const changed = rules.map(one => (one.id === id ? next : one))
    await api.call(saveAccessRules, { body: { revision, rules: changed.map(({ count: _, ...one }) => one) } })
    return true
  }

  async function except(id: string, pubkey: string): Promise<void> {
    if (!(await spare(id, pubkey, true))) return void toast.info(t('refusals.allow.already'))
    say(t('refusals.allow.excepted'), () => spare(id, pubkey, false))
  }

  async function remove(list: AccessList, value: string): Promise<void> {
    const params = { list }
    const { entries } = await api.call(listAccessEntries, { params, query: { q: value.slice(0, 200), limit: 1000 } })
    const entry = entries.find(one => one.value === value)
    if (!entry) return void toast.info(t('refusals.allow.already'))
    await api.call(removeAccessEntries, { params, body: { values: [value] } })
    const { reason, expires_at, match } = entry
    const back = [{ value, reason, expires_at, ...(match && { match }) }]
    say(t('refusals.allow.removed'), () => api.call(putAccessEntries, { params, body: { entries: back } }))
  }

  return {
    isWorking,
    take: (remedy: Remedy) =>
      attempt(() => {
        if (remedy.kind === 'unblock') return unblock(remedy.pubkey)
        if (remedy.kind === 'except') return except(remedy.rule, remedy.pubkey)
        return remedy.kind === 'allow' ? allow(remedy.pubkey) : remove(remedy.kind, remedy.value)
      }),
  }
}
