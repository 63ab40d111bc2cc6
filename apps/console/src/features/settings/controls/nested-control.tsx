import { fieldTexts } from '../../../i18n/contract-texts.ts'
import { fieldPlace } from '../use-field-in-link.ts'
import type { HoldingControlProps } from './control-props.ts'

export function NestedControl({ control, group, path, name, field, Inner }: HoldingControlProps) {
  const { title, description } = fieldTexts(group, path, field)
  return (
    <fieldset
      data-field={fieldPlace(group.name, path)}
      className="min-w-0 rounded-md border border-line p-4 lg:col-span-2 3xl:col-span-4"
    >
      <legend className="px-1 font-semibold text-small">{title}</legend>
      <p className="-mt-1 mb-4 text-caption text-muted">{description}</p>
      <div className="grid gap-x-6 gap-y-5 lg:grid-cols-2 3xl:grid-cols-4">
        {Object.entries(field.fields ?? {}).map(([key, inner]) => (
          <Inner
            key={key}
            control={control}
            group={group}
            path={[...path, key]}
            name={`${name}.${key}`}
            field={inner}
          />
        ))}
      </div>
    </fieldset>
  )
}
