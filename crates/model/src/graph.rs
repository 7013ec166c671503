//! Directed graphs of numbered nodes.

/// Returns the strongly connected components of a graph, given the targets of each node's edges. A component comes after
/// those that it leads to, and its nodes are sorted. (Tarjan 1972, with an explicit stack, because graphs can be deep.)
pub fn components(edges: &[Vec<u32>]) -> Vec<Vec<u32>> {
    let mut search = Search { numbers: vec![0; edges.len()], waiting: Vec::new(), found: Vec::new(), next: 1 };
    for start in 0..edges.len() as u32 {
        search.run(edges, start);
    }
    search.found
}

/// Returns, for each node of a graph, true if a path leads from it to itself.
pub fn on_cycles(edges: &[Vec<u32>]) -> Vec<bool> {
    let mut found = vec![false; edges.len()];
    for component in components(edges) {
        let is_cycle = component.len() > 1 || component.iter().any(|node| edges[*node as usize].contains(node));
        component.into_iter().for_each(|node| found[node as usize] = is_cycle);
    }
    found
}

struct Search {
    /// The order in which nodes were first visited: 0 for not yet, the largest number once the component is complete.
    numbers: Vec<u32>,
    /// Nodes whose components are incomplete.
    waiting: Vec<u32>,
    found: Vec<Vec<u32>>,
    next: u32,
}

/// A node that is being visited.
struct Visit {
    node: u32,
    /// The next edge.
    edge: usize,
    /// The earliest node of an incomplete component that it leads to.
    lowest: u32,
}

impl Search {
    fn run(&mut self, edges: &[Vec<u32>], start: u32) {
        let mut open: Vec<Visit> = self.enter(start).into_iter().collect();
        while let Some(visit) = open.last_mut() {
            if let Some(target) = edges[visit.node as usize].get(visit.edge) {
                visit.edge += 1;
                match self.enter(*target) {
                    Some(inner) => open.push(inner),
                    None => visit.lowest = visit.lowest.min(self.numbers[*target as usize]),
                }
                continue;
            }
            let (node, lowest) = (visit.node, visit.lowest);
            open.pop();
            if lowest == self.numbers[node as usize] {
                self.complete(node);
            } else if let Some(outer) = open.last_mut() {
                outer.lowest = outer.lowest.min(lowest);
            }
        }
    }

    fn enter(&mut self, node: u32) -> Option<Visit> {
        if self.numbers[node as usize] != 0 {
            return None;
        }
        let number = self.next;
        self.next += 1;
        self.numbers[node as usize] = number;
        self.waiting.push(node);
        Some(Visit { node, edge: 0, lowest: number })
    }

    /// Completes the component whose first visited node this is.
    fn complete(&mut self, node: u32) {
        let first = self.waiting.iter().rposition(|it| *it == node).unwrap_or_default();
        let mut component = self.waiting.split_off(first);
        component.iter().for_each(|it| self.numbers[*it as usize] = u32::MAX);
        component.sort_unstable();
        self.found.push(component);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_come_after_those_that_they_lead_to() {
        let edges = [vec![1], vec![2, 3], vec![1], vec![], vec![4]];
        let found = components(&edges);
        let at = |nodes: &[u32]| found.iter().position(|it| it == nodes).unwrap();
        assert!(at(&[3]) < at(&[1, 2]) && at(&[1, 2]) < at(&[0]));
        assert_eq!(found.len(), 4);
        assert_eq!(on_cycles(&edges), [false, true, true, false, true]);
    }
}
