import type { Field, Group } from '@hornets/contract/admin/settings'
import clsx from 'clsx'
import { useTexts } from '../../../i18n/texts.ts'
import { Skeleton } from '../../../ui/states/skeleton.tsx'
import { isWide } from '../controls/field-control.tsx'
import { useFieldWords } from '../controls/use-field-words.tsx'

/** The form before its values arrive: its texts are known, so it has its final height, including the save bar. */
export function FormSkeleton({ group }: { readonly group: Group }) {
  const { t } = useTexts()
  return (
    <div role="status">
      <span className="sr-only">{t('ui.loading')}</span>
      <div aria-hidden className="grid gap-x-6 gap-y-5 pb-16.5 lg:grid-cols-2 3xl:grid-cols-4">
        <FieldSkeletons group={group} path={[]} fields={group.fields} />
        {Object.keys(group.fields).length === 0 && <Skeleton className="h-9 lg:col-span-2" />}
      </div>
    </div>
  )
}

interface FieldSkeletonsProps {
  readonly group: Group
  readonly path: readonly string[]
  readonly fields: Readonly<Record<string, Field>>
}

function FieldSkeletons({ group, path, fields }: FieldSkeletonsProps) {
  return Object.entries(fields).map(([key, field]) => (
    <FieldSkeleton key={key} group={group} path={[...path, key]} field={field} />
  ))
}

interface FieldSkeletonProps {
  readonly group: Group
  readonly path: readonly string[]
  readonly field: Field
}

const skeletonHeights: Partial<Record<Field['control'], string>> = { multiline: 'h-18', document: 'h-33' }

/** Matches field-control.tsx, nested-control.tsx and ui/forms/field.tsx. */
function FieldSkeleton({ group, path, field }: FieldSkeletonProps) {
  const { label, description } = useFieldWords(group, path, field)
  const words = <p className="text-caption text-muted">{description}</p>
  if (field.control === 'nested')
    return (
      <div className="min-w-0 rounded-md border border-line p-4 lg:col-span-2 3xl:col-span-4">
        <p className="-mt-6.5 w-fit bg-surface px-1 font-semibold text-small">{label}</p>
        {words}
        <div className="mt-4 grid gap-x-6 gap-y-5 lg:grid-cols-2 3xl:grid-cols-4">
          <FieldSkeletons group={group} path={path} fields={field.fields ?? {}} />
        </div>
      </div>
    )
  if (field.control === 'switch')
    return (
      <div className="grid grid-cols-[auto_minmax(0,1fr)] content-start gap-x-3 gap-y-0.5">
        <Skeleton className="mt-px h-5 w-9 rounded-full" />
        <p className="font-semibold text-small">{label}</p>
        <div className="col-start-2">{words}</div>
      </div>
    )
  return (
    <div
      className={clsx(
        'grid min-w-0 content-start gap-1',
        (isWide(field) || field.control === 'rows') && 'lg:col-span-2',
      )}
    >
      <p className="font-semibold text-small">{label}</p>
      <Skeleton className={skeletonHeights[field.control] ?? 'h-9'} />
      {words}
    </div>
  )
}
