import type { ReactNode } from 'react'
import { ProductMark } from '#ui/icons.tsx'
import { DoorAjar } from './door-ajar.tsx'
import { ProductName } from './environment-banner.tsx'
import { Main } from './main.tsx'
import { LanguageSwitcher, ThemeSwitcher } from './preferences.tsx'

/** The frame of the sign-in pages: one column, a drawing beside it if there is room, language and theme in the corner. */
export function LoginFrame({ children }: { children: ReactNode }) {
  return (
    <div className="comfortable grid flex-1 lg:grid-cols-[minmax(480px,5fr)_6fr]">
      <div className="flex flex-col">
        <header className="flex flex-wrap justify-end gap-1 p-3">
          <LanguageSwitcher />
          <ThemeSwitcher />
        </header>
        <Main className="mx-auto w-full max-w-[408px] flex-1 px-6 pt-[min(9vh,88px)] pb-10">
          <p className="mb-8 flex items-center gap-3 font-semibold">
            <ProductMark />
            <ProductName className="text-comfortable" />
          </p>
          {children}
        </Main>
      </div>
      <div
        aria-hidden="true"
        className="sticky top-0 hidden h-dvh items-center justify-center border-s border-hairline bg-sunken lg:flex"
      >
        <DoorAjar />
      </div>
    </div>
  )
}
