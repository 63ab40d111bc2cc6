import clsx from 'clsx'
import { Circle, CircleCheck } from 'lucide-react'
import { useTexts } from '../../i18n/texts.ts'

export interface RuleHintsProps {
  readonly rules: readonly {
    readonly name: 'length' | 'upper' | 'lower' | 'number'
    readonly holds: (typed: string) => boolean
  }[]
  readonly typed: string
}

/** The rules of a password as a list that ticks itself off while one types. */
export function RuleHints({ rules, typed }: RuleHintsProps) {
  const { t } = useTexts()
  return (
    <span className="mt-0.5 grid gap-x-3 gap-y-0.5 xs:grid-cols-2">
      {rules.map(({ name, holds }) => {
        const isMet = holds(typed)
        const Icon = isMet ? CircleCheck : Circle
        return (
          <span key={name} className={clsx('flex items-center gap-1.5', isMet && 'text-ok')}>
            <Icon size={14} className={isMet ? undefined : 'text-faint'} />
            {t(`passwordRule.${name}`)}
            <span className="sr-only">: {isMet ? t('passwordRule.met') : t('passwordRule.missing')}</span>
          </span>
        )
      })}
    </span>
  )
}
