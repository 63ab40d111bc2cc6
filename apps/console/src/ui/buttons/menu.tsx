import { Menu as Base } from '@base-ui/react/menu'
import clsx from 'clsx'
import { Check, type LucideIcon } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { floating, floatingItem } from '../overlays/floating.ts'

export interface MenuProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  /** The button that opens it: its position, and where the focus returns. */
  readonly anchor: RefObject<HTMLElement | null>
  readonly children: ReactNode
  readonly align?: 'start' | 'end'
  /** Where its items are in the document: inside their landmark. */
  readonly container?: RefObject<HTMLElement | null>
}

export function Menu({ open, onOpenChange, anchor, children, align = 'end', container }: MenuProps) {
  return (
    <Base.Root open={open} onOpenChange={next => onOpenChange(next)}>
      <Base.Portal container={container}>
        <Base.Positioner anchor={anchor} align={align} sideOffset={6} collisionPadding={8} className="z-50">
          <Base.Popup
            finalFocus={anchor}
            className={clsx(floating, 'max-h-(--available-height) min-w-52 overflow-y-auto p-1')}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

export interface MenuItemProps {
  readonly icon?: LucideIcon
  readonly onClick: () => void
  readonly danger?: boolean
  readonly disabled?: boolean
  readonly children: ReactNode
}

export function MenuItem({ icon: Icon, danger, children, ...item }: MenuItemProps) {
  return (
    <Base.Item {...item} className={clsx(floatingItem, danger && 'text-bad')}>
      {Icon && <Icon size={16} className={danger ? undefined : 'text-muted'} />}
      {children}
    </Base.Item>
  )
}

export interface MenuChoicesProps<V extends string> {
  readonly label: string
  readonly value: V
  readonly onValueChange: (value: V) => void
  readonly choices: readonly { readonly value: V; readonly label: string; readonly icon?: LucideIcon }[]
}

export function MenuChoices<V extends string>({ label, value, onValueChange, choices }: MenuChoicesProps<V>) {
  return (
    <Base.Group>
      <Base.GroupLabel className="px-2 pt-1.5 pb-1 text-caption text-muted">{label}</Base.GroupLabel>
      <Base.RadioGroup value={value} onValueChange={next => onValueChange(next as V)}>
        {choices.map(({ icon: Icon, ...choice }) => (
          <Base.RadioItem key={choice.value} value={choice.value} closeOnClick className={floatingItem}>
            {Icon && <Icon size={16} className="text-muted" />}
            <span className="flex-1">{choice.label}</span>
            <Base.RadioItemIndicator>
              <Check size={16} className="text-accent-text" />
            </Base.RadioItemIndicator>
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  )
}

export function MenuSeparator() {
  return <Base.Separator className="my-1 h-px bg-line" />
}
