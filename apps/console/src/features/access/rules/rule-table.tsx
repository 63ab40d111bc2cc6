import type { CountedRule } from '@hornets/contract/admin/refusals/own-rules'
import { ArrowDown, ArrowUp, Pencil, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { useTexts } from '../../../i18n/texts.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '../../../ui/content/table.tsx'
import { Switch } from '../../../ui/forms/switch.tsx'
import { formatNumber } from '../../../ui/text/format.ts'
import { RuleWords } from './rule-words.tsx'

interface RuleTableProps {
  readonly rules: readonly CountedRule[]
  readonly disabled: boolean
  readonly onSwitch: (rule: CountedRule, on: boolean) => void
  readonly onMove: (rule: CountedRule, by: 1 | -1) => void
  readonly onEdit: (rule: CountedRule) => void
  readonly onDelete: (rule: CountedRule) => void
}

/** The rules in their order. Alt with an arrow key moves the rule that has the focus. */
export function RuleTable({ rules, disabled, onSwitch, onMove, onEdit, onDelete }: RuleTableProps) {
  const { t } = useTexts()
  const body = useRef<HTMLDivElement>(null)

  function move(rule: CountedRule, by: 1 | -1, button: Element): void {
    const label = button.getAttribute('data-move')
    onMove(rule, by)
    // The row moves, and the focus with it.
    requestAnimationFrame(() => {
      const found = body.current?.querySelectorAll<HTMLElement>(`[data-rule="${rule.id}"] [data-move="${label}"]`)
      // Those of the other screen size are hidden.
      for (const one of found ?? []) if (one.offsetParent !== null) one.focus()
    })
  }

  function keyDown(event: KeyboardEvent, rule: CountedRule): void {
    if (!event.altKey || disabled || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    onMove(rule, event.key === 'ArrowUp' ? -1 : 1)
  }

  return (
    <div ref={body} className="grid min-w-0">
      <Table caption={t('access.rules.title')} className="mt-3">
        <TableHead>
          <HeadCell className="w-10">{t('access.rules.columns.on')}</HeadCell>
          <HeadCell>{t('access.rules.columns.rule')}</HeadCell>
          <HeadCell numeric>{t('access.rules.columns.count')}</HeadCell>
          <HeadCell className="w-38 max-md:hidden">
            <span className="sr-only">{t('access.rules.columns.actions')}</span>
          </HeadCell>
        </TableHead>
        <TableBody>
          {rules.map((rule, at) => {
            const number = formatNumber(at + 1)
            const actions = (
              <>
                <IconButton
                  icon={ArrowUp}
                  size="small"
                  data-move="up"
                  label={t('access.rules.up', { number })}
                  disabled={disabled || at === 0}
                  onClick={event => move(rule, -1, event.currentTarget)}
                />
                <IconButton
                  icon={ArrowDown}
                  size="small"
                  data-move="down"
                  label={t('access.rules.down', { number })}
                  disabled={disabled || at === rules.length - 1}
                  onClick={event => move(rule, 1, event.currentTarget)}
                />
                <IconButton
                  icon={Pencil}
                  size="small"
                  label={t('access.rules.edit', { number })}
                  disabled={disabled}
                  onClick={() => onEdit(rule)}
                />
                <IconButton
                  icon={Trash2}
                  size="small"
                  label={t('access.rules.delete', { number })}
                  disabled={disabled}
                  onClick={() => onDelete(rule)}
                />
              </>
            )
            return (
              <Row key={rule.id} data-rule={rule.id} onKeyDown={event => keyDown(event, rule)}>
                <Cell>
                  <Switch
                    labelHidden
                    label={t('access.rules.switch', { number })}
                    checked={rule.on}
                    disabled={disabled}
                    onCheckedChange={on => onSwitch(rule, on)}
                  />
                </Cell>
                <Cell className="min-w-44 py-2">
                  <RuleWords rule={rule} />
                  {rule.note && <p className="wrap-anywhere text-caption text-muted">{rule.note}</p>}
                  <div className="-ml-1.5 md:hidden">{actions}</div>
                </Cell>
                <Cell numeric>{formatNumber(rule.count)}</Cell>
                <Cell className="whitespace-nowrap max-md:hidden">{actions}</Cell>
              </Row>
            )
          })}
        </TableBody>
      </Table>
    </div>
  )
}
