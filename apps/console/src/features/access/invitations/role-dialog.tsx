import { deleteMemberRole, type MemberRole, saveMemberRole } from '@hornets/contract/admin/accounts/member-roles'
import { useState } from 'react'
import { api } from '../../../api/calls/api.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { NumberField } from '../../../ui/forms/number-field.tsx'
import { TextArea } from '../../../ui/forms/text-area.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { RoleSwatch } from './role-swatch.tsx'
import { useAttempt } from './use-attempt.ts'
import { useClosing } from './use-closing.ts'

interface RoleDialogProps {
  /** Undefined: a new one. */
  readonly role: MemberRole | undefined
  /** Ids of all roles. */
  readonly taken: readonly string[]
  readonly onClose: () => void
}

const hueMax = 360

/** Creates a role of members, or changes one; clients know it by its id, which stays. */
export function RoleDialog({ role, taken, onClose }: RoleDialogProps) {
  const { t } = useTexts()
  const attempt = useAttempt()
  const [label, setLabel] = useState(role?.label ?? '')
  const [given, setGiven] = useState<string>()
  const [description, setDescription] = useState(role?.description ?? '')
  const [color, setColor] = useState<number | null>(role?.color ?? null)
  const [order, setOrder] = useState<number | null>(role?.order ?? 0)
  const { isBusy, act } = useClosing(onClose)
  const id = role?.id ?? given ?? idFrom(label)
  const isTaken = !role && taken.includes(id.trim())

  function save(): Promise<void> {
    const body = { id, label, description, color, order: Math.round(order ?? 0) }
    const undo = () =>
      role
        ? api.call(saveMemberRole, { body: contentOf(role) })
        : api.call(deleteMemberRole, { params: { id: id.trim() } })
    return act(() => attempt(() => api.call(saveMemberRole, { body }), { text: t('access.roles.saved'), undo }))
  }
  return (
    <Dialog
      open
      onOpenChange={open => open || onClose()}
      title={role ? t('access.roles.change') : t('access.roles.new')}
      description={t('access.roles.dialogText')}
      dirty={label !== (role?.label ?? '') || description !== (role?.description ?? '')}
      busy={isBusy}
      actions={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button
            variant="primary"
            loading={isBusy}
            disabled={label.trim() === '' || id.trim() === '' || isTaken || !isHue(color)}
            onClick={() => void save()}
          >
            {t('access.roles.save')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <TextField label={t('access.roles.label')} value={label} onValueChange={setLabel} maxLength={100} required />
        <RoleId id={id} onId={role ? undefined : setGiven} isTaken={isTaken} />
        <TextArea
          label={t('access.roles.description')}
          value={description}
          onValueChange={text => setDescription(text.slice(0, 1000))}
          rows={2}
        />
        <RolePlace color={color} onColor={setColor} order={order} onOrder={setOrder} />
      </div>
    </Dialog>
  )
}

interface RoleIdProps {
  readonly id: string
  /** Undefined: it stays. */
  readonly onId: ((id: string) => void) | undefined
  readonly isTaken: boolean
}

function RoleId({ id, onId, isTaken }: RoleIdProps) {
  const { t } = useTexts()
  return (
    <TextField
      label={t('access.roles.id')}
      description={t('access.roles.idHint')}
      error={isTaken ? t('access.roles.idTaken') : undefined}
      value={id}
      onValueChange={next => onId?.(next)}
      maxLength={64}
      disabled={!onId}
    />
  )
}

const isHue = (color: number | null) => color === null || (Number.isInteger(color) && color >= 0 && color <= hueMax)

interface RolePlaceProps {
  readonly color: number | null
  readonly onColor: (color: number | null) => void
  readonly order: number | null
  readonly onOrder: (order: number | null) => void
}

function RolePlace({ color, onColor, order, onOrder }: RolePlaceProps) {
  const { t } = useTexts()
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <NumberField
        label={t('access.roles.color')}
        description={
          <span className="inline-flex items-center gap-2">
            <RoleSwatch hue={isHue(color) ? color : null} />
            <span>{t('access.roles.colorHint')}</span>
          </span>
        }
        error={isHue(color) ? undefined : t('access.roles.colorHint')}
        value={color}
        onValueChange={onColor}
        min={0}
        max={hueMax}
      />
      <NumberField
        label={t('access.roles.order')}
        description={t('access.roles.orderHint')}
        value={order}
        onValueChange={onOrder}
      />
    </div>
  )
}

const contentOf = ({ keys: _, ...content }: MemberRole) => content

const idFrom = (label: string) =>
  label
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 64)
