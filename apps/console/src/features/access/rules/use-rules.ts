import { type CountedRule, listAccessRules, saveAccessRules } from '@hornets/contract/admin/refusals/own-rules'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { api } from '../../../api/calls/api.ts'
import { failureText } from '../../../api/calls/failure-text.ts'
import { cached, staleOn } from '../../../api/queries/cached.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import { type DraftRule, sent } from './rule-draft.ts'

type Answer = { readonly rules: readonly CountedRule[]; readonly revision: string }

/** The rules, and how they are saved: all together, one save after the other. */
export function useRules() {
  const { t } = useTexts()
  const queryClient = useQueryClient()
  const key = cached(listAccessRules)
  const query = useQuery({ ...key, queryFn: ({ signal }) => api.call(listAccessRules, { signal }) })
  const saving = useRef<Promise<unknown>>(Promise.resolve())

  async function put(change: (rules: readonly CountedRule[]) => readonly DraftRule[]): Promise<Answer | undefined> {
    const known = queryClient.getQueryData<Answer>(key.queryKey)
    if (!known) return undefined
    try {
      const body = { revision: known.revision, rules: change(known.rules).map(sent) }
      const answer = await api.call(saveAccessRules, { body })
      queryClient.setQueryData(key.queryKey, answer)
      return answer
    } catch (error) {
      toast.error(t('access.rules.failed'), { text: failureText(error) })
      await queryClient.invalidateQueries(staleOn('access'))
      return undefined
    }
  }

  async function save(
    change: (rules: readonly CountedRule[]) => readonly DraftRule[],
    said?: string,
  ): Promise<boolean> {
    const before = () => queryClient.getQueryData<Answer>(key.queryKey)?.rules
    const work = saving.current.then(async () => {
      const rules = before()
      const answer = await put(change)
      if (answer && said && rules) {
        const onClick = () => void put(() => rules)
        toast.success(said, { action: { label: t('ui.undo'), onClick } })
      }
      return answer !== undefined
    })
    saving.current = work
    return work
  }

  return { query, save }
}
