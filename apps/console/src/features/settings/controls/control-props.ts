import type { Field, Group } from '@hornets/contract/admin/settings'
import type { ComponentType } from 'react'
import type { Control } from 'react-hook-form'
import type { GroupValues } from '../form/group-values.ts'

export interface FieldControlProps {
  readonly control: Control<GroupValues>
  readonly group: Group
  /** Keys from the group down to the field, without places in lists. */
  readonly path: readonly string[]
  /** Where its value lies in the form, e.g. `nitter.instances.0.url`. */
  readonly name: string
  readonly field: Field
}

/** A field that holds fields is handed what draws them, so that the two need not import each other. */
export interface HoldingControlProps extends FieldControlProps {
  readonly Inner: ComponentType<FieldControlProps>
}
