export const backdrop =
  'fixed inset-0 z-40 bg-veil transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0'

/** At most 36rem wide (SHELL-35), never larger than the screen. */
export const dialogBox =
  'fixed top-1/2 left-1/2 z-50 max-h-[calc(100dvh-32px)] w-[calc(100vw-32px)] max-w-[36rem] -translate-x-1/2 -translate-y-1/2 overflow-y-auto scroll-pb-24 rounded-md border border-line bg-raised p-5 sm:p-6 text-text shadow-float outline-none transition-[opacity,scale] duration-150 ease-out data-ending-style:scale-97 data-ending-style:opacity-0 data-starting-style:scale-97 data-starting-style:opacity-0'

/** The main one last. In dialogs longer than the screen they stay at its lower edge; on phones they fill the row. */
export const dialogActions =
  'sticky -bottom-5 z-10 -mx-5 -mb-5 flex flex-wrap justify-end gap-2 bg-raised px-5 pt-3 pb-5 before:pointer-events-none before:absolute before:inset-x-0 before:bottom-full before:h-3 before:bg-linear-to-t before:from-raised before:to-transparent max-sm:*:flex-1 sm:-bottom-6 sm:-mx-6 sm:-mb-6 sm:px-6 sm:pb-6 [@media(max-height:30rem)]:static'
