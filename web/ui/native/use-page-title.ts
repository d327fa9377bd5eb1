import { useEffect } from 'react'
import { APP_NAME } from '#web/app-name.ts'

/** The browser's title: 'Seite – Schule – App' (ux §2). */
export const usePageTitle = (page: string, school?: string) => {
  useEffect(() => {
    document.title = [page, school, APP_NAME].filter(Boolean).join(' – ')
  }, [page, school])
}
