import { useEffect } from 'react'
import { APP_NAME } from '#web/app-name.ts'

/** The browser's title: 'Seite – Schule – App' (ux §2); without a page another component sets it. */
export const usePageTitle = (page: string | undefined, school?: string) => {
  useEffect(() => {
    if (page) document.title = [page, school, APP_NAME].filter(Boolean).join(' – ')
  }, [page, school])
}
