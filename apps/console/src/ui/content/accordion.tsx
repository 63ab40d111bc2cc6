import { Accordion as Base } from '@base-ui/react/accordion'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'

export interface AccordionProps {
  readonly open: readonly string[]
  readonly onOpenChange: (open: string[]) => void
  readonly multiple?: boolean
  readonly children: ReactNode
}

export function Accordion({ open, onOpenChange, multiple = false, children }: AccordionProps) {
  return (
    <Base.Root
      value={[...open]}
      onValueChange={value => onOpenChange(value as string[])}
      multiple={multiple}
      className="overflow-clip rounded-md border border-line bg-surface"
    >
      {children}
    </Base.Root>
  )
}

export interface AccordionItemProps {
  readonly value: string
  /** For scrolling to it. */
  readonly id?: string
  readonly title: ReactNode
  readonly description?: ReactNode
  /** At the end of the row, e.g. a badge. */
  readonly aside?: ReactNode
  /** Keeps closed contents mounted. */
  readonly keepMounted?: boolean
  readonly children: ReactNode
}

export function AccordionItem({ value, id, title, description, aside, keepMounted, children }: AccordionItemProps) {
  return (
    <Base.Item value={value} id={id} className="border-line border-b last:border-b-0">
      {/* biome-ignore lint/a11y/useHeadingContent: Base UI fills it with the trigger */}
      <Base.Header render={<h2 />}>
        <Base.Trigger className="group flex w-full items-center gap-3 px-4 py-3 text-left transition-colors duration-150 hover:bg-sunken focus-visible:outline-offset-[-2px]">
          <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 flex-1 basis-36">
              <span className="block font-semibold text-body">{title}</span>
              {description && <span className="block text-muted text-small">{description}</span>}
            </span>
            {aside}
          </span>
          <ChevronDown
            size={16}
            className="text-muted transition-transform duration-200 group-data-panel-open:rotate-180"
          />
        </Base.Trigger>
      </Base.Header>
      <Base.Panel
        keepMounted={keepMounted}
        className="h-(--accordion-panel-height) overflow-clip transition-[height] duration-200 ease-out data-ending-style:h-0 data-starting-style:h-0"
      >
        <div className="border-line border-t p-4">{children}</div>
      </Base.Panel>
    </Base.Item>
  )
}
