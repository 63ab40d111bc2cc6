import { Plus, Trash2 } from 'lucide-react'
import { useFieldArray } from 'react-hook-form'
import { fieldTexts } from '../../../i18n/contract-texts.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { fieldPlace } from '../use-field-in-link.ts'
import type { HoldingControlProps } from './control-props.ts'

export function RowsControl({ control, group, path, name, field, Inner }: HoldingControlProps) {
  const { t } = useTexts()
  const rows = useFieldArray({ control, name: name as never })
  const columns = Object.entries(field.fields ?? {})
  const { title, description } = fieldTexts(group, path, field)
  const emptyRow = () => Object.fromEntries(columns.map(([key, column]) => [key, column.default]))
  return (
    <fieldset data-field={fieldPlace(group.name, path)} className="grid min-w-0 gap-3 lg:col-span-2">
      <legend className="font-semibold text-small">{title}</legend>
      <p className="text-caption text-muted">{description}</p>
      {rows.fields.length === 0 && <p className="text-muted text-small">{t('settings.rows.none')}</p>}
      {rows.fields.map((row, index) => (
        <div key={row.id} className="flex items-start gap-2">
          <div className="grid min-w-0 flex-1 gap-x-4 gap-y-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
            {columns.map(([key, column]) => (
              <Inner
                key={key}
                control={control}
                group={group}
                path={[...path, key]}
                name={`${name}.${index}.${key}`}
                field={column}
              />
            ))}
          </div>
          <IconButton
            icon={Trash2}
            label={t('settings.rows.remove', { row: index + 1 })}
            className="mt-5.5"
            onClick={() => rows.remove(index)}
          />
        </div>
      ))}
      <Button size="small" icon={Plus} className="w-fit" onClick={() => rows.append(emptyRow() as never)}>
        {t('settings.rows.add')}
      </Button>
    </fieldset>
  )
}
