import clsx from 'clsx'

/** Holds the place of what is loading, in its final size: give the size by `className`. Say 'loading' once around many. */
export function Skeleton({ className }: { readonly className: string }) {
  return <div aria-hidden className={clsx('animate-[pulse_1.6s_ease-in-out_infinite] rounded-sm bg-line', className)} />
}
