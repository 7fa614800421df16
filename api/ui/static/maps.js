// Enhances maps. Behaviours are custom elements or listeners on the document, because content may come later.
