import './ui/fonts.css'
import './ui/tokens.css'
import './ui/looks.css'
import './frame.css'
import '@mantine/core/styles.layer.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import type { Root } from 'react-dom/client'
import { queryClient } from './api/query-client.ts'
import { greet } from './domains/account/use-after-login.ts'
import { frameParts, routes } from './routes.tsx'
import { takeArrival } from './shell/arrival.ts'
import { FramePartsContext } from './shell/frame-dialogs.ts'
import { createAppRouter } from './shell/router.tsx'
import { colorSchemeManager, cssVariablesResolver, theme } from './theme.ts'
import { focusTitle } from './ui/focus-field.ts'

type AppRouter = ReturnType<typeof createAppRouter>

const Program = ({ router }: { router: AppRouter }) => (
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queryClient}>
        <FramePartsContext value={frameParts}>
          <RouterProvider router={router} />
        </FramePartsContext>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>
)

/** After a login the page begins at its title and shows pending messages. */
const arrive = (router: AppRouter) => {
  const arrival = takeArrival()
  if (!arrival) return
  const stop = router.subscribe('onRendered', () => {
    stop()
    focusTitle()
    greet(router, arrival)
  })
}

/** Renders the staff's program at the address of the page. */
export const startProgram = (root: Root) => {
  const router = createAppRouter(routes)
  arrive(router)
  root.render(<Program router={router} />)
}

/** The same in a page that shows something else meanwhile: that stays until the first page of the program is ready. */
export const takeOver = async (root: Root) => {
  const router = createAppRouter(routes)
  await router.load()
  arrive(router)
  root.render(<Program router={router} />)
}
