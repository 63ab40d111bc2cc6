import type { Field, Group } from '@hornets/contract/admin/settings'
import type { ComponentType } from 'react'
import type { Control } from 'react-hook-form'
import type { GroupValues } from '../form/group-values.ts'

export interface FieldControlProps {
  readonly control: Control<GroupValues>
  readonly group: Group
  /** Keys from the group to the field, without list positions. */
  readonly path: readonly string[]
  /** Path of its value in the form, e.g. `nitter.instances.0.url`. */
  readonly name: string
  readonly field: Field
}

/** A field with fields receives their renderer, so that the two need not import each other. */
export interface HoldingControlProps extends FieldControlProps {
  readonly Inner: ComponentType<FieldControlProps>
}
