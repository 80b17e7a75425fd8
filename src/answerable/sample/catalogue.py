"""What is sold: eight categories of fifteen products, under brand names made up for this shop."""

from __future__ import annotations

from answerable.kernel.light_dataclass import dataclass

__all__ = ["CATEGORIES", "ProductCategory"]


@dataclass(frozen=True, slots=True)
class ProductCategory:
    name: str
    cheapest: int
    dearest: int
    """Today's prices in whole currency units lie between the two."""
    best_months: tuple[int, ...]
    brands: tuple[str, ...]
    goods: tuple[str, ...]
    """From the dearest to the cheapest."""


CATEGORIES = (
    ProductCategory(
        "Kitchen",
        9,
        149,
        (11, 12),
        ("Ovenbird", "Saltleaf", "Morrow"),
        (
            "Espresso Maker", "Stock Pot", "Chef's Knife", "Cast-Iron Pan", "Pour-Over Kettle", "Tea Set",
            "Mixing Bowls", "Storage Jars", "Measuring Scale", "Salad Spinner", "Dish Rack", "Pepper Mill",
            "Spice Rack", "Bamboo Board", "Bread Tin",
        ),
    ),
    ProductCategory(
        "Home & Living",
        12,
        219,
        (9, 10, 11),
        ("Fennwick", "Larkhome", "Hearthby"),
        (
            "Side Table", "Mirror", "Wool Blanket", "Bed Sheets", "Table Lamp", "Linen Curtains",
            "Floor Cushion", "Plant Stand", "Bath Towels", "Wall Clock", "Laundry Basket", "Book Ends",
            "Door Mat", "Picture Frame", "Scented Candle",
        ),
    ),
    ProductCategory(
        "Electronics",
        19,
        399,
        (11, 12),
        ("Voltaro", "Quillsonic", "Nimbex"),
        (
            "Mini Projector", "Action Camera", "E-Reader", "Wireless Headphones", "Mechanical Keyboard",
            "Desk Speaker", "Weather Station", "Fitness Band", "Webcam", "Noise Machine", "Power Bank",
            "USB Hub", "Travel Charger", "Smart Plug", "Night Light",
        ),
    ),
    ProductCategory(
        "Outdoor",
        8,
        289,
        (5, 6, 7, 8),
        ("Cragmoor", "Tarnpeak", "Wildermark"),
        (
            "Two-Person Tent", "Sleeping Bag", "Rain Jacket", "Camp Stove", "Day Pack", "Trekking Poles",
            "Cool Box", "Hammock", "Folding Chair", "Head Torch", "Picnic Blanket", "First-Aid Kit",
            "Dry Bag", "Bike Light", "Water Bottle",
        ),
    ),
    ProductCategory(
        "Sports",
        7,
        179,
        (1, 4, 5),
        ("Stridewell", "Pacehare", "Kinetra"),
        (
            "Tennis Racket", "Dumbbell Pair", "Balance Board", "Kettlebell", "Gym Bag", "Badminton Set",
            "Yoga Mat", "Foam Roller", "Football", "Cycling Gloves", "Swim Goggles", "Resistance Bands",
            "Running Belt", "Sports Bottle", "Skipping Rope",
        ),
    ),
    ProductCategory(
        "Toys & Games",
        6,
        99,
        (11, 12),
        ("Pippinbox", "Tumblewood", "Otterplay"),
        (
            "Toy Kitchen", "Doll House", "Wooden Train", "Marble Run", "Building Blocks", "Board Game",
            "Model Plane", "Magic Set", "Plush Bear", "Drawing Set", "Puzzle 1000", "Kite", "Bath Boats",
            "Memory Game", "Card Game",
        ),
    ),
    ProductCategory(
        "Office",
        4,
        249,
        (1, 8, 9),
        ("Inkfield", "Ledgerly", "Papyra"),
        (
            "Paper Shredder", "Whiteboard", "Monitor Stand", "Desk Lamp", "Label Maker", "Fountain Pen",
            "Foot Rest", "Desk Chair Pad", "Laptop Sleeve", "Desk Organiser", "Document Tray", "Cable Box",
            "Wall Planner", "Stapler", "Notebook",
        ),
    ),
    ProductCategory(
        "Beauty & Care",
        5,
        89,
        (2, 5, 12),
        ("Maelle", "Dewgrove", "Solvane"),
        (
            "Shaving Kit", "Face Serum", "Travel Kit", "Body Oil", "Hair Brush", "Beard Oil", "Clay Mask",
            "Nail Kit", "Sun Cream", "Bath Salts", "Soap Set", "Hand Cream", "Foot Scrub", "Shampoo Bar",
            "Lip Balm",
        ),
    ),
)  # fmt: skip
