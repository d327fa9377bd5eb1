import { expect, test } from 'vitest'
import { pageFileOf } from '#contract/public-pages.ts'
import { paths } from '#web/paths.ts'
import { routes } from '#web/routes.tsx'

// One list serves the server and the web: each page of the staff's program is known to it.
const addressOf = (path: string) => path.replace(/\$\w+/g, '12')
const ofVisitors: string[] = [
  paths.home,
  paths.login,
  paths.providerReturn,
  paths.forgotPassword,
  paths.resetPassword,
  paths.setup,
]

test.each(routes.map(({ path, access }) => [path, access] as const))(
  '%s (%s) gets the page it needs',
  (path, access) => {
    const isForVisitors = access === 'auth' || ofVisitors.includes(path)
    expect(pageFileOf(addressOf(path))).toBe(isForVisitors ? 'visitor.html' : 'index.html')
    expect(pageFileOf(addressOf(path), 'signed_in=1')).toBe('index.html')
  },
)
