interface Grouped {
  group?: string | undefined
}

interface NeighbourGroup<T> {
  title: string | undefined
  items: T[]
}

/** Neighbours of the same group come together; the order stays. */
export const groupNeighbours = <T extends Grouped>(items: readonly T[]) =>
  items.reduce<NeighbourGroup<T>[]>((groups, item) => {
    const last = groups.at(-1)
    if (last && last.title === item.group) last.items.push(item)
    else groups.push({ title: item.group, items: [item] })
    return groups
  }, [])
