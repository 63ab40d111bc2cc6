import { useTexts } from '../../../i18n/texts.ts'
import { Badge } from '../../../ui/states/badge.tsx'
import { kindsText } from './kinds-text.ts'
import type { DraftRule } from './rule-draft.ts'

const looks = { refuse: 'bad', allow: 'ok', limit: 'warn' } as const

/** A rule in words: what happens to what, from whom; without colour while it is off. */
export function RuleWords({ rule }: { readonly rule: DraftRule }) {
  const { t } = useTexts()
  const { on, action, times, per, by, kinds, who, others, new_hours, what, above_kb, except = [] } = rule
  const person = who === 'new' ? t('access.rules.whoText.new', { count: new_hours }) : t(`access.rules.whoText.${who}`)
  const parts = [
    kinds.length === 0 ? t('access.rules.allKinds') : t('access.rules.ofKinds', { kinds: kindsText(kinds) }),
    ...(what === 'anything' ? [] : [t(`access.rules.whatText.${what}`, { size: above_kb })]),
    others ? t('access.rules.allBut', { who: person }) : person,
    ...(except.length === 0 ? [] : [t('access.rules.exceptText', { count: except.length })]),
  ]
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <Badge kind={on ? looks[action] : 'neutral'}>
        {action === 'limit'
          ? t(`access.rules.limitText.${per}.${by}`, { count: times })
          : t(`access.rules.actions.${action}`)}
      </Badge>
      <span className={on ? undefined : 'text-muted'}>{parts.join(' · ')}</span>
    </span>
  )
}
