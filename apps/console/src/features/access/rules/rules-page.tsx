import { type CountedRule, rulesMax, saveAccessRules } from '@hornets/contract/admin/refusals/own-rules'
import { ListPlus, Scale } from 'lucide-react'
import { useState } from 'react'
import { formFailureText } from '../../../api/calls/failure-text.ts'
import { useRefusal } from '../../../api/session/use-may.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Alert } from '../../../ui/states/alert.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { RowsSkeleton } from '../../../ui/states/rows-skeleton.tsx'
import { RuleDialog } from './rule-dialog.tsx'
import { type DraftRule, examples, including, moved, newRule } from './rule-draft.ts'
import { RuleTable } from './rule-table.tsx'
import { RuleWords } from './rule-words.tsx'
import { useRules } from './use-rules.ts'

export function RulesPage() {
  const { t } = useTexts()
  const { query, save } = useRules()
  const refusal = useRefusal(saveAccessRules)
  const [draft, setDraft] = useState<DraftRule>()
  const rules = query.data?.rules ?? []
  const isFull = rules.length >= rulesMax
  const disabled = refusal !== undefined
  const at = (all: readonly CountedRule[], { id }: CountedRule) => all.findIndex(rule => rule.id === id)

  const put = (rule: DraftRule) =>
    save(all => including(all, rule), t(rule.id ? 'access.rules.changed' : 'access.rules.added'))

  return (
    <div className="grid max-w-240 grid-cols-[minmax(0,1fr)] content-start gap-4 pt-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 max-w-160 flex-1 basis-72">
          <h1 className="font-semibold text-title">{t('access.rules.title')}</h1>
          <p className="text-muted text-small">{t('access.rules.text')}</p>
        </div>
        <Button variant="primary" icon={ListPlus} disabled={disabled || isFull} onClick={() => setDraft(newRule)}>
          {t('access.rules.add')}
        </Button>
      </div>
      {refusal && <Alert title={refusal} />}
      {query.isPending && <RowsSkeleton rows={4} className="h-11" />}
      {query.error && !query.data && (
        <ErrorState
          message={formFailureText(query.error)}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {query.data && rules.length === 0 && <NoRules disabled={disabled} onChoose={setDraft} />}
      {rules.length > 0 && (
        <>
          <RuleTable
            rules={rules}
            disabled={disabled}
            onSwitch={(rule, on) =>
              void save(all => all.map(known => (known.id === rule.id ? { ...known, on } : known)))
            }
            onMove={(rule, by) => void save(all => moved(all, at(all, rule), by))}
            onEdit={({ count: _, ...rule }) => setDraft(rule)}
            onDelete={rule => void save(all => all.filter(({ id }) => id !== rule.id), t('access.rules.deleted'))}
          />
          <p className="text-caption text-muted">{t('access.rules.order')}</p>
        </>
      )}
      {draft && (
        <RuleDialog
          start={draft}
          changed={rule => including(rules, rule)}
          onClose={() => setDraft(undefined)}
          onSave={put}
        />
      )}
    </div>
  )
}

interface NoRulesProps {
  readonly disabled: boolean
  readonly onChoose: (rule: DraftRule) => void
}

/** Nothing yet: three rules to begin with. */
function NoRules({ disabled, onChoose }: NoRulesProps) {
  const { t } = useTexts()
  return (
    <EmptyState
      icon={Scale}
      title={t('access.rules.empty')}
      text={t('access.rules.emptyText')}
      action={
        <ul className="grid gap-2 text-left">
          {(['articles', 'strangers', 'media'] as const).map(name => (
            <li
              key={name}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md border border-line p-3"
            >
              <span className="grid min-w-0 flex-1 basis-64 gap-1 text-small">
                <span className="font-semibold">{t(`access.rules.examples.${name}`)}</span>
                <RuleWords rule={examples[name]} />
              </span>
              <Button
                disabled={disabled}
                onClick={() => onChoose({ ...examples[name], note: t(`access.rules.examples.${name}`) })}
              >
                {t('access.rules.use')}
              </Button>
            </li>
          ))}
        </ul>
      }
    />
  )
}
