import {
  decidedAtOnceMax,
  giveVerdict,
  holdCase,
  type ModerationCase,
  undoVerdict,
  type Verdict,
} from '@hornets/contract/admin/notifications/cases'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { api } from '../../../api/calls/api.ts'
import { failureText } from '../../../api/calls/failure-text.ts'
import { staleOn } from '../../../api/queries/cached.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { toast } from '../../../ui/overlays/toast.ts'

interface VerdictsOptions {
  /** Decided cases leave the list before the server answers; `none` shows all that it has. */
  readonly hide: (ids: readonly number[] | 'none', isHidden?: boolean) => void
  /** Called before the relay has answered, to show the next case. */
  readonly onGiven: (ids: readonly number[]) => void
}

export function useVerdicts({ hide, onGiven }: VerdictsOptions) {
  const { t } = useTexts()
  const client = useQueryClient()
  const given = useRef<readonly number[]>([])
  /** The last verdict, which the relay may not have answered yet. */
  const answered = useRef<Promise<void>>(Promise.resolve())

  function tell(id: number, verdict: Verdict, count: number): void {
    given.current = [...given.current, id]
    const action = { label: t('notifications.cases.action.undo'), onClick: () => void undo(id) }
    toast.success(t(`notifications.cases.done.${verdict}`, { count }), { action })
  }

  async function give(verdict: Verdict, reason: string, ids: readonly number[]): Promise<void> {
    const some = ids.slice(0, decidedAtOnceMax)
    hide(some, true)
    onGiven(some)
    const call = send(verdict, reason, some)
    answered.current = Promise.all([answered.current, call]).then(() => undefined)
    await call
    await client.invalidateQueries(staleOn('cases'))
    hide(some, false)
  }

  const send = (verdict: Verdict, reason: string, some: readonly number[]) =>
    orTell(async () => {
      const body = { cases: [...some], verdict, reason }
      const { id, decided: count, refused } = await api.call(giveVerdict, { body })
      const ids = refused.map(one => one.id)
      if (ids.length > 0) hide(ids, false)
      if (refused[0]) toast.error(t('notifications.cases.refused', { count: ids.length }), { text: refused[0].error })
      if (id !== null) tell(id, verdict, count)
    })

  async function undo(chosen?: number): Promise<void> {
    await answered.current
    const id = chosen ?? given.current.at(-1)
    if (id === undefined) return toast.info(t('notifications.cases.nothingToUndo'))
    given.current = given.current.filter(one => one !== id)
    await orTell(async () => {
      const { undone } = await api.call(undoVerdict, { params: { id }, body: {} })
      toast.success(t('notifications.cases.undone', { count: undone }))
      hide('none')
    })
    await client.invalidateQueries(staleOn('cases'))
  }

  async function hold({ id, held_by }: ModerationCase): Promise<void> {
    await orTell(() => api.call(holdCase, { params: { id }, body: { hold: held_by === null } }))
    await client.invalidateQueries(staleOn('cases'))
  }

  return { give, undo, hold }
}

async function orTell(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    toast.error(failureText(error))
  }
}
