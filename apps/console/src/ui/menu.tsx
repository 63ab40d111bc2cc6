import { Menu as Base } from '@base-ui/react/menu'
import clsx from 'clsx'
import { Check, type LucideIcon } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { floating, floatingItem } from './floating.ts'

export interface MenuProps {
  /** The button that opens it. */
  readonly trigger: ReactElement<Record<string, unknown>>
  readonly children: ReactNode
  readonly align?: 'start' | 'end'
}

export function Menu({ trigger, children, align = 'end' }: MenuProps) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={6} className="z-50">
          <Base.Popup className={clsx(floating, 'min-w-52 p-1')}>{children}</Base.Popup>
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
      {Icon && <Icon size={16} />}
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

/** One of few, within a menu. */
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
