import './ui/fonts.css'
import './ui/tokens.css'
import './frame.css'
import '@mantine/core/styles.layer.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api/query-client.ts'
import { frameParts, routes } from './routes.tsx'
import { FramePartsContext } from './shell/frame-parts.ts'
import { createAppRouter } from './shell/router.tsx'
import { colorSchemeManager, cssVariablesResolver, theme } from './theme.ts'

const router = createAppRouter(routes)

const App = () => (
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
)

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
