import { type ComponentType, lazy, useState } from 'react'

/**
 * A part of a page with code of its own. `preload` is for the page's loader: then the part is drawn at once. A fallback
 * of Suspense would stand at least 300 ms, because React holds back what takes its place. Without `preload`, or when it
 * failed, the code comes with the first drawing.
 */
export const preloadable = (load: () => Promise<ComponentType>) => {
  let loaded: ComponentType | undefined
  const Lazy = lazy(async () => ({ default: await load() }))
  const Preloadable = () => {
    // Once it is drawn it stays the same component.
    const [Part] = useState<ComponentType>(() => loaded ?? Lazy)
    return <Part />
  }
  const preload = async () => {
    loaded = await load().catch(() => undefined)
  }
  return Object.assign(Preloadable, { preload })
}
