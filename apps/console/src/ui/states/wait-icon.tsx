import clsx from 'clsx'
import { LoaderCircle } from 'lucide-react'

/** Turns while something is awaited. Decoration: what is awaited stands beside it. `size` in px. */
export const WaitIcon = ({ size = 18, className }: { readonly size?: number; readonly className?: string }) => (
  <LoaderCircle size={size} className={clsx('animate-[turn_1s_linear_infinite]', className)} />
)
